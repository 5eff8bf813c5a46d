export interface Waiting {
  readonly share: string;
  begin(): void;
  refuse(error: Error): void;
}

export class WaitingLine {
  readonly #shares = new Map<string, Waiting[]>();
  size = 0;

  sizeOf(share: string): number {
    return this.#shares.get(share)?.length ?? 0;
  }

  add(waiting: Waiting): void {
    const line = this.#shares.get(waiting.share);
    if (line) line.push(waiting);
    else this.#shares.set(waiting.share, [waiting]);
    this.size += 1;
  }

  /** Takes the first entry of the first share that may begin and moves the share to the end. */
  take(mayBegin: (share: string) => boolean): Waiting | undefined {
    for (const [share, line] of this.#shares) {
      if (!mayBegin(share)) continue;
      const [first] = line;
      if (!first) continue;
      this.remove(first);
      this.#shares.delete(share);
      if (line.length > 0) this.#shares.set(share, line);
      return first;
    }
    return undefined;
  }

  /** Refuses the newest entry of the longest share, if that is longer than `share` would become. */
  refuseOneOfMore(share: string, refusal: Error): boolean {
    let longest: Waiting[] = [];
    for (const line of this.#shares.values()) if (line.length > longest.length) longest = line;
    const newest = longest.at(-1);
    if (!newest || longest.length <= this.sizeOf(share) + 1) return false;
    this.remove(newest);
    newest.refuse(refusal);
    return true;
  }

  remove(waiting: Waiting): void {
    const line = this.#shares.get(waiting.share);
    const index = line?.indexOf(waiting) ?? -1;
    if (!line || index === -1) return;
    line.splice(index, 1);
    this.size -= 1;
    if (line.length === 0) this.#shares.delete(waiting.share);
  }
}
