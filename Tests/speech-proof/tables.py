#!/usr/bin/env python3
"""Writes Tests/SpeechTests/Numbers: numbers in words by num2words, a library that knows nothing of Lapwing.

    .venv/bin/python Tests/speech-proof/tables.py

English has no "and", no hyphens and no commas; Korean has no spaces. Hours are native Korean numbers, which num2words gives with the
counter 번째; its words for the first (첫) and the twentieth are not those before 시간."""
import pathlib
import random

from num2words import num2words

FOLDER = pathlib.Path(__file__).resolve().parent.parent / 'SpeechTests/Numbers'


def english(value):
    return ' '.join(word for word in num2words(value).replace('-', ' ').replace(',', '').split() if word != 'and')


def korean(value):
    return num2words(value, lang='ko').replace(' ', '')


def main():
    choice = random.Random(56)
    numbers = sorted({*range(131), *(base + step for base in (200, 300, 1000, 1100, 2000, 9999, 10_000, 11_000, 20_000, 90_000)
                                     for step in (-1, 0, 1, 10, 11, 16, 100, 101, 110, 111)), 99_999,
                      *(choice.randrange(100_000) for _ in range(400))} - {number for number in range(100_000, 200_000)})
    decimals = sorted({round(choice.uniform(0, 1000), choice.choice([1, 2])) for _ in range(60)} | {0.5, 36.6, 100.05, 7.25, 10.01})
    for language, words in (('en', english), ('ko', korean)):
        lines = [f'{number}\t{words(number)}' for number in numbers]
        lines += [f'{value}\t{words(value)}' for value in decimals]
        (FOLDER / f'{language}.tsv').write_text('\n'.join(lines) + '\n')
    hours = [f'{number}\t{num2words(number, lang="ko", to="ordinal").removesuffix("번째").strip()}' for number in range(2, 24) if number != 20]
    (FOLDER / 'hours.tsv').write_text('\n'.join(hours) + '\n')


if __name__ == '__main__':
    main()
