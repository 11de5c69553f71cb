// The calls of libharu that Lapwing makes. Imported by `Documents` only.
//
// After a call has failed, all later ones do nothing, so the writer asks once, at the end. A font and a page belong to
// their document. Lengths are in points of 1/72 inch, and y grows upwards, as in PDF.
#pragma once
#include <stddef.h>
#include <stdint.h>

typedef struct charu_document charu_document;

// Begins a document. Returns NULL if there is no memory.
charu_document *charu_begin(void);

// Frees a document with all its pages and fonts.
void charu_end(charu_document *document);

// The error of the first call that failed, as a number of libharu (hpdf_error.h); 0 if there is none.
unsigned long charu_error(const charu_document *document);

// Reads a TrueType font from a file. Returns its number, or -1 if it cannot be read, or if there are eight already. A font
// comes into the document when a text is written in it, and of its glyphs only those that are used.
int charu_add_font(charu_document *document, const char *path);

// Whether a font has a glyph for a character.
int charu_has_glyph(charu_document *document, int font, uint32_t character);

// How wide a character is, in thousandths of the size of the font.
int charu_advance(charu_document *document, int font, uint32_t character);

// The title and author, in UTF-8, and the time of creation in UTC.
void charu_describe(charu_document *document, const char *title, const char *creator, int year, int month, int day,
                    int hour, int minute, int second);

// Begins a page; what is drawn from now on is on it.
void charu_begin_page(charu_document *document, float width, float height);

// Colours are from 0 to 1.
void charu_set_fill(charu_document *document, float red, float green, float blue);
void charu_set_stroke(charu_document *document, float red, float green, float blue);

// The width of lines, and the lengths of dash and gap; 0 for a whole line. A dash has 100 points at most.
void charu_set_line(charu_document *document, float width, unsigned dash, unsigned gap);

void charu_move_to(charu_document *document, float x, float y);
void charu_line_to(charu_document *document, float x, float y);
void charu_rectangle(charu_document *document, float x, float y, float width, float height);
void charu_close_path(charu_document *document);
void charu_fill(charu_document *document);
void charu_stroke(charu_document *document);

// Clips to a rectangle until `charu_end_clip`.
void charu_begin_clip(charu_document *document, float x, float y, float width, float height);
void charu_end_clip(charu_document *document);

// Writes a text in UTF-8 with its baseline from x, y on. All its characters must be in the font, and it has 1,000 at most.
void charu_text(charu_document *document, int font, float size, float x, float y, const char *text);

// Finishes the file. Returns its size, or 0 after an error.
size_t charu_finish(charu_document *document);

// Copies the finished file into a buffer of that size. Returns 0 on success.
int charu_copy(charu_document *document, void *bytes, size_t size);
