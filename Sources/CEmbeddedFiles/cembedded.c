#include "CEmbeddedFiles.h"

// Every version of clang that comes with Swift 6.2 or later knows it.
#pragma clang diagnostic ignored "-Wc23-extensions"

#define CONTENT(name) \
  struct cembedded_file cembedded_##name(void) { return (struct cembedded_file){name, sizeof name}; }

static const unsigned char bonanza_a36_json[] = {
#embed "../../data/aircraft/bonanza-a36.json"
};
CONTENT(bonanza_a36_json)

static const unsigned char cessna_172m_json[] = {
#embed "../../data/aircraft/cessna-172m.json"
};
CONTENT(cessna_172m_json)

static const unsigned char cherokee_six_pa32_json[] = {
#embed "../../data/aircraft/cherokee-six-pa32.json"
};
CONTENT(cherokee_six_pa32_json)

static const unsigned char navajo_chieftain_pa31_json[] = {
#embed "../../data/aircraft/navajo-chieftain-pa31.json"
};
CONTENT(navajo_chieftain_pa31_json)

static const unsigned char from_a_handbook_json[] = {
#embed "../../data/aircraft-examples/from-a-handbook.json"
};
CONTENT(from_a_handbook_json)

static const unsigned char page_css[] = {
#embed "../Panel/Assets/page.css"
};
CONTENT(page_css)

static const unsigned char live_js[] = {
#embed "../Panel/Assets/live.js"
};
CONTENT(live_js)

static const unsigned char icon_svg[] = {
#embed "../Panel/Assets/icon.svg"
};
CONTENT(icon_svg)

static const unsigned char balance_css[] = {
#embed "../Panel/Assets/balance.css"
};
CONTENT(balance_css)

static const unsigned char balance_js[] = {
#embed "../Panel/Assets/balance.js"
};
CONTENT(balance_js)

static const unsigned char chart_css[] = {
#embed "../Panel/Assets/chart.css"
};
CONTENT(chart_css)

static const unsigned char chart_js[] = {
#embed "../Panel/Assets/chart.js"
};
CONTENT(chart_js)

static const unsigned char settings_js[] = {
#embed "../Panel/Assets/settings.js"
};
CONTENT(settings_js)

static const unsigned char icon_low_svg[] = {
#embed "../Panel/Assets/icon-low.svg"
};
CONTENT(icon_low_svg)

static const unsigned char icon_medium_svg[] = {
#embed "../Panel/Assets/icon-medium.svg"
};
CONTENT(icon_medium_svg)

static const unsigned char icon_high_svg[] = {
#embed "../Panel/Assets/icon-high.svg"
};
CONTENT(icon_high_svg)

static const unsigned char lapwing_webmanifest[] = {
#embed "../Panel/Assets/lapwing.webmanifest"
};
CONTENT(lapwing_webmanifest)

static const unsigned char screen_css[] = {
#embed "../Panel/Assets/screen.css"
};
CONTENT(screen_css)

static const unsigned char update_js[] = {
#embed "../Panel/Assets/update.js"
};
CONTENT(update_js)

static const unsigned char speech_en_clips[] = {
#embed "../../data/speech/en.clips"
};
CONTENT(speech_en_clips)

static const unsigned char speech_ko_clips[] = {
#embed "../../data/speech/ko.clips"
};
CONTENT(speech_ko_clips)
