#include "calsa.h"

#include <alsa/asoundlib.h>
#include <poll.h>
#include <stdlib.h>

struct calsa_pcm {
  snd_pcm_t *pcm;
  unsigned channels;
};

// The largest number of samples in one call, over all channels.
enum { most_channels = 8, chunk = 1024 };

/// Suppresses the messages of the library. The caller reports an error once; the library would print it at every try.
static void say_nothing(const char *file, int line, const char *function, int error, const char *format, ...) {
  (void)file, (void)line, (void)function, (void)error, (void)format;
}

/// Parses a configuration from a text. Returns NULL and sets the error on failure.
static snd_config_t *parsed(const char *text, int *error) {
  snd_config_t *config = NULL;
  snd_input_t *input = NULL;
  snd_lib_error_set_handler(say_nothing);
  *error = snd_config_top(&config);
  if (*error < 0) return NULL;
  *error = snd_input_buffer_open(&input, text, -1);
  if (*error >= 0) {
    *error = snd_config_load(config, input);
    snd_input_close(input);
  }
  if (*error >= 0) return config;
  snd_config_delete(config);
  return NULL;
}

static int set_up(calsa_pcm *device, unsigned rate, snd_pcm_uframes_t period, unsigned periods, int listens) {
  snd_pcm_t *pcm = device->pcm;
  snd_pcm_hw_params_t *hardware;
  snd_pcm_sw_params_t *software;
  snd_pcm_hw_params_alloca(&hardware);
  snd_pcm_sw_params_alloca(&software);
  int error;
  if ((error = snd_pcm_hw_params_any(pcm, hardware)) < 0 ||
      (error = snd_pcm_hw_params_set_access(pcm, hardware, SND_PCM_ACCESS_RW_INTERLEAVED)) < 0 ||
      (error = snd_pcm_hw_params_set_format(pcm, hardware, SND_PCM_FORMAT_S16)) < 0 ||
      (error = snd_pcm_hw_params_set_rate(pcm, hardware, rate, 0)) < 0)
    return error;
  device->channels = 1;
  if (snd_pcm_hw_params_set_channels(pcm, hardware, 1) < 0 &&
      (error = snd_pcm_hw_params_set_channels_near(pcm, hardware, &device->channels)) < 0)
    return error;
  if (device->channels > most_channels) return -EINVAL;
  const snd_pcm_uframes_t written = period;
  snd_pcm_uframes_t buffer = period * periods;
  if ((error = snd_pcm_hw_params_set_period_size_near(pcm, hardware, &period, NULL)) < 0 ||
      (error = snd_pcm_hw_params_set_buffer_size_near(pcm, hardware, &buffer)) < 0 ||
      (error = snd_pcm_hw_params(pcm, hardware)) < 0)
    return error;
  // Playback starts when the buffer is full, and recording at the first read. The loop is woken when there is room for
  // one write. Otherwise a card with a shorter period would be ready all the time and keep the loop busy.
  const snd_pcm_uframes_t room = period < written ? written : period;
  if ((error = snd_pcm_sw_params_current(pcm, software)) < 0 ||
      (error = snd_pcm_sw_params_set_start_threshold(pcm, software, listens || buffer <= room ? 1 : buffer - room)) < 0 ||
      (error = snd_pcm_sw_params_set_avail_min(pcm, software, room)) < 0)
    return error;
  return snd_pcm_sw_params(pcm, software);
}

static calsa_pcm *open_stream(snd_pcm_stream_t stream, const char *definition, unsigned rate, unsigned period,
                              unsigned periods, int *error) {
  snd_config_t *config = parsed(definition, error);
  if (!config) return NULL;
  calsa_pcm *device = calloc(1, sizeof *device);
  *error = device ? snd_pcm_open_lconf(&device->pcm, "lapwing", stream, SND_PCM_NONBLOCK, config) : -ENOMEM;
  snd_config_delete(config);
  if (*error >= 0) *error = set_up(device, rate, period, periods, stream == SND_PCM_STREAM_CAPTURE);
  if (*error >= 0) return device;
  if (device) calsa_close(device);
  return NULL;
}

calsa_pcm *calsa_open(const char *definition, unsigned rate, unsigned period, unsigned periods, int *error) {
  return open_stream(SND_PCM_STREAM_PLAYBACK, definition, rate, period, periods, error);
}

calsa_pcm *calsa_open_input(const char *definition, unsigned rate, unsigned period, unsigned periods, int *error) {
  return open_stream(SND_PCM_STREAM_CAPTURE, definition, rate, period, periods, error);
}

void calsa_close(calsa_pcm *device) {
  if (device->pcm) snd_pcm_close(device->pcm);
  free(device);
}

int calsa_descriptor(calsa_pcm *device, short *events) {
  struct pollfd request;
  if (snd_pcm_poll_descriptors_count(device->pcm) != 1) return -1;
  if (snd_pcm_poll_descriptors(device->pcm, &request, 1) != 1) return -1;
  *events = request.events;
  return request.fd;
}

long calsa_room(calsa_pcm *device) { return snd_pcm_avail_update(device->pcm); }

int calsa_is_gone(calsa_pcm *device) {
  // The state is a negative error if the kernel no longer answers.
  int state = (int)snd_pcm_state(device->pcm);
  if (state < 0 || state == SND_PCM_STATE_DISCONNECTED) return 1;
  struct pollfd request;
  if (snd_pcm_poll_descriptors_count(device->pcm) != 1) return 0;
  if (snd_pcm_poll_descriptors(device->pcm, &request, 1) != 1) return 0;
  return poll(&request, 1, 0) > 0 && (request.revents & POLLNVAL);
}

long calsa_write(calsa_pcm *device, const int16_t *samples, unsigned count) {
  int16_t all[chunk];
  unsigned fits = chunk / device->channels;
  if (count > fits) count = fits;
  for (unsigned i = 0; i < count; i++)
    for (unsigned channel = 0; channel < device->channels; channel++) all[i * device->channels + channel] = samples[i];
  return snd_pcm_writei(device->pcm, all, count);
}

long calsa_read(calsa_pcm *device, int16_t *samples, unsigned count) {
  int16_t all[chunk];
  unsigned fits = chunk / device->channels;
  if (count > fits) count = fits;
  long taken = snd_pcm_readi(device->pcm, all, count);
  for (long i = 0; i < taken; i++) samples[i] = all[i * device->channels];
  return taken;
}

int calsa_recover(calsa_pcm *device, int error) { return snd_pcm_recover(device->pcm, error, 1); }

long calsa_take_back(calsa_pcm *device, unsigned keep) {
  // snd_pcm_avail asks the card for its position. Without it the position is that of the last interrupt, up to a period
  // ago; samples played since then would be taken back as well, and the card would have an underrun. (`snd_pcm_hwsync`
  // does not update the plug layer of `plughw:`.)
  snd_pcm_sframes_t room = snd_pcm_avail(device->pcm);
  if (room < 0) return room;
  snd_pcm_sframes_t waiting = snd_pcm_rewindable(device->pcm);
  return waiting > (long)keep ? snd_pcm_rewind(device->pcm, waiting - keep) : 0;
}

static int open_up(snd_mixer_elem_t *element) {
  int is_on = 1;
  long quietest = 0, loudest = 0;
  if (snd_mixer_selem_has_playback_volume(element) &&
      snd_mixer_selem_get_playback_volume_range(element, &quietest, &loudest) == 0)
    snd_mixer_selem_set_playback_volume_all(element, loudest);
  if (!snd_mixer_selem_has_playback_switch(element)) return 1;
  snd_mixer_selem_set_playback_switch_all(element, 1);
  snd_mixer_selem_get_playback_switch(element, SND_MIXER_SCHN_MONO, &is_on);
  return is_on;
}

int calsa_unmute(const char *card) {
  char text[160];
  int error = snprintf(text, sizeof text, "ctl.lapwing { type hw card \"%s\" }", card);
  if (error >= (int)sizeof text) return -ENAMETOOLONG;
  snd_config_t *config = parsed(text, &error);
  if (!config) return error;
  snd_ctl_t *control = NULL;
  snd_hctl_t *handles = NULL;
  snd_mixer_t *mixer = NULL;
  int muted = 0;
  error = snd_ctl_open_lconf(&control, "lapwing", 0, config);
  snd_config_delete(config);
  if (error < 0) return error;
  if ((error = snd_hctl_open_ctl(&handles, control)) < 0) {
    snd_ctl_close(control);
    return error;
  }
  if ((error = snd_mixer_open(&mixer, 0)) < 0 || (error = snd_mixer_attach_hctl(mixer, handles)) < 0) {
    snd_hctl_close(handles);
  } else if ((error = snd_mixer_selem_register(mixer, NULL, NULL)) >= 0 && (error = snd_mixer_load(mixer)) >= 0) {
    for (snd_mixer_elem_t *element = snd_mixer_first_elem(mixer); element; element = snd_mixer_elem_next(element))
      if (!open_up(element)) muted++;
  }
  if (mixer) snd_mixer_close(mixer); // Closes what is attached as well.
  return error < 0 ? error : muted;
}

const char *calsa_text(int error) { return snd_strerror(error); }
