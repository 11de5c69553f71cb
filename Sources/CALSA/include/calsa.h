// A PCM device through libasound, whose own header stays behind this one. Imported by `Board` only.
//
// Every call but the opening and closing ones returns at once. Errors are negative errno values.
#pragma once
#include <stdint.h>

/// An open device that plays 16-bit samples.
typedef struct calsa_pcm calsa_pcm;

/// Opens the device that a text in ALSA's own configuration language defines as `pcm.lapwing`; no file is read. One
/// channel is played on all channels of the device. NULL with the error where it cannot be had.
calsa_pcm *calsa_open(const char *definition, unsigned rate, unsigned period, unsigned periods, int *error);
/// The same for a device that records.
calsa_pcm *calsa_open_input(const char *definition, unsigned rate, unsigned period, unsigned periods, int *error);
void calsa_close(calsa_pcm *pcm);
/// What to poll for, and with which events; -1 where the device has no single descriptor.
int calsa_descriptor(calsa_pcm *pcm, short *events);
/// How many samples the device has room for, or an error.
long calsa_room(calsa_pcm *pcm);
/// Whether the device has been pulled out. Asks the kernel: a memory-mapped device goes on showing its last room.
int calsa_is_gone(calsa_pcm *pcm);
/// Hands over samples of one channel; how many were taken, or an error.
long calsa_write(calsa_pcm *pcm, const int16_t *samples, unsigned count);
/// Takes the samples of a recording device's first channel; how many there were, or an error (-EAGAIN for none yet).
long calsa_read(calsa_pcm *pcm, int16_t *samples, unsigned count);
/// Starts again after an under-run or a suspension; 0, or an error.
int calsa_recover(calsa_pcm *pcm, int error);
/// Takes back samples that wait, all but some; how many, or an error.
long calsa_take_back(calsa_pcm *pcm, unsigned keep);
/// Opens all mutes of a card's playback and turns it up fully. How many controls still mute it, or an error.
int calsa_unmute(const char *card);
/// An error in words.
const char *calsa_text(int error);
