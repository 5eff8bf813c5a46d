/** Words with the same prefix are adjacent. */
export class SortedWords {
  readonly all: readonly string[];

  constructor(words: Iterable<string>) {
    this.all = [...words].sort();
  }

  indexOf(word: string): number | undefined {
    const index = this.#firstFrom(word);
    return this.all[index] === word ? index : undefined;
  }

  begun(text: string): number[] {
    const found: number[] = [];
    for (let index = this.#firstFrom(text); index < this.all.length; index += 1) {
      if (!this.all[index]!.startsWith(text)) break;
      found.push(index);
    }
    return found;
  }

  #firstFrom(word: string): number {
    let low = 0;
    let high = this.all.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.all[middle]! < word) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
