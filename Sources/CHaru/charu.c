#include "charu.h"

#include <hpdf.h>
#include <stdlib.h>

enum { most_fonts = 8 };

struct charu_document {
  HPDF_Doc document;
  HPDF_Page page;
  struct {
    const char *name;
    HPDF_FontDef definition;
    HPDF_Font used;  // NULL until a text is written in it.
  } fonts[most_fonts];
  int font_count;
};

charu_document *charu_begin(void) {
  charu_document *made = calloc(1, sizeof *made);
  if (!made) return NULL;
  // Without a handler, libharu keeps the first error and refuses all later calls.
  made->document = HPDF_New(NULL, NULL);
  if (!made->document) {
    free(made);
    return NULL;
  }
  HPDF_UseUTFEncodings(made->document);
  HPDF_SetCurrentEncoder(made->document, "UTF-8");
  HPDF_SetCompressionMode(made->document, HPDF_COMP_ALL);
  return made;
}

void charu_end(charu_document *document) {
  if (!document) return;
  HPDF_Free(document->document);
  free(document);
}

unsigned long charu_error(const charu_document *document) { return HPDF_GetError(document->document); }

int charu_add_font(charu_document *document, const char *path) {
  if (document->font_count == most_fonts) return -1;
  const char *name = HPDF_LoadTTFontFromFile(document->document, path, HPDF_TRUE);
  HPDF_FontDef definition = name ? HPDF_Doc_FindFontDef(document->document, name) : NULL;
  if (!definition) return -1;
  document->fonts[document->font_count].name = name;
  document->fonts[document->font_count].definition = definition;
  return document->font_count++;
}

static HPDF_FontDef definition(charu_document *document, int font, uint32_t character) {
  if (font < 0 || font >= document->font_count || character > 0xFFFF) return NULL;
  return document->fonts[font].definition;
}

int charu_has_glyph(charu_document *document, int font, uint32_t character) {
  HPDF_FontDef found = definition(document, font, character);
  return found && HPDF_TTFontDef_GetGlyphid(found, (HPDF_UNICODE)character) != 0;
}

int charu_advance(charu_document *document, int font, uint32_t character) {
  HPDF_FontDef found = definition(document, font, character);
  return found ? HPDF_TTFontDef_GetCharWidth(found, (HPDF_UNICODE)character) : 0;
}

void charu_describe(charu_document *document, const char *title, const char *creator, int year, int month, int day,
                    int hour, int minute, int second) {
  const HPDF_Date date = {year, month, day, hour, minute, second, 'Z', 0, 0};
  HPDF_SetInfoAttr(document->document, HPDF_INFO_TITLE, title);
  HPDF_SetInfoAttr(document->document, HPDF_INFO_CREATOR, creator);
  HPDF_SetInfoDateAttr(document->document, HPDF_INFO_CREATION_DATE, date);
}

void charu_begin_page(charu_document *document, float width, float height) {
  document->page = HPDF_AddPage(document->document);
  if (!document->page) return;
  HPDF_Page_SetWidth(document->page, width);
  HPDF_Page_SetHeight(document->page, height);
}

void charu_set_fill(charu_document *document, float red, float green, float blue) {
  if (document->page) HPDF_Page_SetRGBFill(document->page, red, green, blue);
}

void charu_set_stroke(charu_document *document, float red, float green, float blue) {
  if (document->page) HPDF_Page_SetRGBStroke(document->page, red, green, blue);
}

void charu_set_line(charu_document *document, float width, unsigned dash, unsigned gap) {
  if (!document->page) return;
  HPDF_Page_SetLineWidth(document->page, width);
  HPDF_Page_SetLineJoin(document->page, HPDF_ROUND_JOIN);
  const HPDF_UINT16 pattern[] = {(HPDF_UINT16)dash, (HPDF_UINT16)gap};
  HPDF_Page_SetDash(document->page, dash ? pattern : NULL, dash ? 2 : 0, 0);
}

void charu_move_to(charu_document *document, float x, float y) {
  if (document->page) HPDF_Page_MoveTo(document->page, x, y);
}

void charu_line_to(charu_document *document, float x, float y) {
  if (document->page) HPDF_Page_LineTo(document->page, x, y);
}

void charu_rectangle(charu_document *document, float x, float y, float width, float height) {
  if (document->page) HPDF_Page_Rectangle(document->page, x, y, width, height);
}

void charu_close_path(charu_document *document) {
  if (document->page) HPDF_Page_ClosePath(document->page);
}

void charu_fill(charu_document *document) {
  if (document->page) HPDF_Page_Fill(document->page);
}

void charu_stroke(charu_document *document) {
  if (document->page) HPDF_Page_Stroke(document->page);
}

void charu_begin_clip(charu_document *document, float x, float y, float width, float height) {
  if (!document->page) return;
  HPDF_Page_GSave(document->page);
  HPDF_Page_Rectangle(document->page, x, y, width, height);
  HPDF_Page_Clip(document->page);
  HPDF_Page_EndPath(document->page);
}

void charu_end_clip(charu_document *document) {
  if (document->page) HPDF_Page_GRestore(document->page);
}

void charu_text(charu_document *document, int font, float size, float x, float y, const char *text) {
  if (!document->page || font < 0 || font >= document->font_count) return;
  HPDF_Font *used = &document->fonts[font].used;
  if (!*used) *used = HPDF_GetFont(document->document, document->fonts[font].name, "UTF-8");
  if (!*used) return;
  HPDF_Page_BeginText(document->page);
  HPDF_Page_SetFontAndSize(document->page, *used, size);
  HPDF_Page_TextOut(document->page, x, y, text);
  HPDF_Page_EndText(document->page);
}

size_t charu_finish(charu_document *document) {
  if (HPDF_SaveToStream(document->document) != HPDF_OK || charu_error(document)) return 0;
  return HPDF_GetStreamSize(document->document);
}

int charu_copy(charu_document *document, void *bytes, size_t size) {
  HPDF_UINT32 length = (HPDF_UINT32)size;
  HPDF_ResetStream(document->document);
  const HPDF_STATUS status = HPDF_ReadFromStream(document->document, bytes, &length);
  return (status == HPDF_OK || status == HPDF_STREAM_EOF) && length == size ? 0 : -1;
}
