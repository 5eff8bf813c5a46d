const WORD_MIN_LENGTH = 3;
const TITLE_WEIGHT = 3;

interface Ranked {
  readonly title: string;
  readonly text: string;
}

/**
 * Returns the items that share the most words with `asked`, best first. Items without a shared word are left
 * out.
 */
export function rank<T extends Ranked>(asked: string, items: readonly T[], atMost: number): T[] {
  const wanted = wordsOf(asked);
  const read = items.map((item) => ({
    item,
    title: wordsOf(item.title),
    text: wordsOf(item.text),
  }));
  const frequency = new Map<string, number>();
  for (const word of wanted) {
    const count = read.filter(({ title, text }) => title.has(word) || text.has(word)).length;
    frequency.set(word, count);
  }
  return read
    .map(({ item, title, text }) => {
      let score = 0;
      for (const word of wanted) {
        const weight = Math.log(1 + items.length / (frequency.get(word) || 1));
        if (title.has(word)) score += TITLE_WEIGHT * weight;
        else if (text.has(word)) score += weight;
      }
      return { item, score };
    })
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, atMost)
    .map(({ item }) => item);
}

function wordsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/\p{L}[\p{L}\p{N}]*/gu) ?? [];
  return new Set(
    words.filter((word) => word.length >= WORD_MIN_LENGTH).map((word) => word.replace(/s$/, '')),
  );
}
