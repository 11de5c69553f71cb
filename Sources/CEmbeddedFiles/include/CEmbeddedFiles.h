// Files of the project that are part of the binary. In C, since the Swift compiler takes 20 s for an array of 100 kB.
#pragma once
#include <stddef.h>

struct cembedded_file {
  const unsigned char *bytes;
  size_t count;
};

// data/aircraft
struct cembedded_file cembedded_bonanza_a36_json(void);
struct cembedded_file cembedded_cessna_172m_json(void);
struct cembedded_file cembedded_cherokee_six_pa32_json(void);
struct cembedded_file cembedded_navajo_chieftain_pa31_json(void);

// data/aircraft-examples
struct cembedded_file cembedded_from_a_handbook_json(void);

// Sources/Panel/Assets
struct cembedded_file cembedded_page_css(void);
struct cembedded_file cembedded_live_js(void);
struct cembedded_file cembedded_icon_svg(void);
struct cembedded_file cembedded_icon_low_svg(void);
struct cembedded_file cembedded_icon_medium_svg(void);
struct cembedded_file cembedded_icon_high_svg(void);
struct cembedded_file cembedded_lapwing_webmanifest(void);
struct cembedded_file cembedded_balance_css(void);
struct cembedded_file cembedded_balance_js(void);
struct cembedded_file cembedded_screen_css(void);
struct cembedded_file cembedded_update_js(void);
struct cembedded_file cembedded_chart_css(void);
struct cembedded_file cembedded_chart_js(void);
struct cembedded_file cembedded_settings_js(void);

// data/speech
struct cembedded_file cembedded_speech_en_clips(void);
struct cembedded_file cembedded_speech_ko_clips(void);
