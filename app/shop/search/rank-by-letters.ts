import {
  addPositions,
  hasPositions,
  retainPositions,
  removePositions,
  visitBits,
  type PositionSet,
} from './position-set.ts';
import type { TextField } from './text-field.ts';

/** The fields are either translated or in the source language. */
export interface Fields {
  readonly titles: TextField;
  readonly categories: TextField;
  readonly descriptions: TextField;
}

/** The text may equal the title, begin the title, or be part of a field. */
type Part = 'is' | 'begins' | 'title' | 'category' | 'description';
type Parts = Readonly<Record<Part, PositionSet | undefined>>;

const CATEGORY_AND_DESCRIPTION = ['category', 'description'] as const;
const REST: readonly (readonly Part[])[] = [
  CATEGORY_AND_DESCRIPTION,
  ['category'],
  ['description'],
  [],
];

/**
 * The lines list all combinations of matches in descending order of the score of rule 45, one line per score. A
 * service that matches more than its line requires was already returned with a higher score.
 */
const LINES: readonly (readonly (readonly Part[])[])[] = [
  ...(['is', 'begins', 'title'] as const).flatMap((part) =>
    REST.map((rest) =>
      part === 'title' && rest.length === 0
        ? [[part], CATEGORY_AND_DESCRIPTION]
        : [[part, ...rest]],
    ),
  ),
  [['category']],
  [['description']],
];

/** Ranks the services that contain a text by the score of rule 45, then by title. */
export class RankByLetters {
  readonly #faces: readonly Parts[];
  /** The sets are sorted by descending score and computed on demand. */
  readonly #equals: PositionSet[] = [];
  #lines = 0;
  readonly #left: PositionSet | undefined;

  constructor(all: readonly Fields[], text: string) {
    this.#faces = all.map((fields) => findParts(fields, text));
    for (const { title, category, description } of this.#faces) {
      for (const part of [title, category, description]) {
        if (!part) continue;
        if (this.#left) addPositions(this.#left, part);
        else this.#left = part.slice();
      }
    }
  }

  first(most: number, within: PositionSet): number[] {
    const first: number[] = [];
    const addMatch = (place: number) => {
      first.push(place);
      return first.length === most;
    };
    for (let at = 0; at < this.#equals.length || this.#findMore(); at += 1) {
      const positions = this.#equals[at]!;
      for (let index = 0; index < positions.length; index += 1) {
        const bits = positions[index]! & within[index]!;
        if (bits !== 0 && visitBits(bits, index << 5, addMatch)) return first;
      }
    }
    return first;
  }

  /** Computes the next lower score. Returns false when none is left. */
  #findMore(): boolean {
    const left = this.#left;
    if (!left || !hasPositions(left)) return false;
    while (this.#lines < LINES.length) {
      const line = LINES[this.#lines]!;
      this.#lines += 1;
      const positions = this.#oneOf(line);
      if (!positions) continue;
      retainPositions(positions, left);
      if (!hasPositions(positions)) continue;
      removePositions(left, positions);
      this.#equals.push(positions);
      return true;
    }
    return false;
  }

  /**
   * Returns the services that match all parts of at least one list of the line. Returns undefined when none can
   * match.
   */
  #oneOf(line: readonly (readonly Part[])[]): PositionSet | undefined {
    let all: PositionSet | undefined;
    for (const parts of this.#faces) {
      for (const names of line) {
        const sets = names.flatMap((name) => parts[name] ?? []);
        if (sets.length < names.length) continue;
        const [first, ...others] = sets;
        const positions = first!.slice();
        for (const set of others) retainPositions(positions, set);
        if (all) addPositions(all, positions);
        else all = positions;
      }
    }
    return all;
  }
}

function findParts({ titles, categories, descriptions }: Fields, text: string): Parts {
  const title = titles.holding(text);
  return {
    is: title && titles.equal(text),
    begins: title && titles.begun(text),
    title,
    category: categories.holding(text),
    description: descriptions.holding(text),
  };
}
