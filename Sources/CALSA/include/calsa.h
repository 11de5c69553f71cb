// A PCM device through libasound. This header hides that of libasound. Imported by `Board` only.
//
// All calls except those that open and close return immediately. Errors are negative errno values.
#pragma once
#include <stdint.h>

/// An open device that plays or records 16-bit samples.
typedef struct calsa_pcm calsa_pcm;

/// Opens the device that a text in ALSA's configuration language defines as `pcm.lapwing`; no file is read. One channel
/// is played on all channels of the device. Returns NULL and sets the error on failure.
calsa_pcm *calsa_open(const char *definition, unsigned rate, unsigned period, unsigned periods, int *error);
/// The same for a device that records.
calsa_pcm *calsa_open_input(const char *definition, unsigned rate, unsigned period, unsigned periods, int *error);
void calsa_close(calsa_pcm *pcm);
/// Returns the descriptor and the events to poll for; -1 if the device does not have exactly one descriptor.
int calsa_descriptor(calsa_pcm *pcm, short *events);
/// Returns the number of samples for which the device has room, or an error.
long calsa_room(calsa_pcm *pcm);
/// Whether the device was unplugged. This asks the kernel, because a memory-mapped device keeps reporting its last room.
int calsa_is_gone(calsa_pcm *pcm);
/// Writes samples of one channel. Returns the number of samples taken, or an error.
long calsa_write(calsa_pcm *pcm, const int16_t *samples, unsigned count);
/// Reads samples of the first channel of a recording device. Returns their number, or an error (-EAGAIN: none yet).
long calsa_read(calsa_pcm *pcm, int16_t *samples, unsigned count);
/// Restarts after an underrun or a suspension. Returns 0, or an error.
int calsa_recover(calsa_pcm *pcm, int error);
/// Takes back waiting samples, except the next `keep` ones. Returns the number, or an error.
long calsa_take_back(calsa_pcm *pcm, unsigned keep);
/// Unmutes the playback of a card and sets it to full volume. Returns the number of controls that still mute it, or an
/// error.
int calsa_unmute(const char *card);
/// An error in words.
const char *calsa_text(int error);
