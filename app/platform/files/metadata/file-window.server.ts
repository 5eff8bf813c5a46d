import { open, type FileHandle } from 'node:fs/promises';

/** A window of small parts is read without a pause of the event loop, so it must not be larger. */
const WINDOW = 16 * 1024;
const ZEROS = Buffer.alloc(64 * 1024);

/** Thrown for a file that breaks its format, or that is built to keep the parser busy. */
export class MalformedFileError extends Error {
  override readonly name = 'MalformedFileError';
}

/**
 * Reads and writes a file through a window in memory. Writes reach the file when the window moves or closes, so
 * that many small ones cost little.
 */
export class FileWindow {
  readonly size: number;
  readonly #handle: FileHandle;
  #bytes: Buffer = Buffer.alloc(0);
  #start = 0;
  #isChanged = false;
  #stepsLeft: number;

  private constructor(handle: FileHandle, size: number, steps: number) {
    this.#handle = handle;
    this.size = size;
    this.#stepsLeft = steps;
  }

  /** Opens the file while `work` runs, which may take at most `steps` steps. */
  static async with<T>(
    path: string,
    steps: number,
    work: (file: FileWindow) => Promise<T>,
  ): Promise<T> {
    const handle = await open(path, 'r+');
    try {
      const { size } = await handle.stat();
      const file = new FileWindow(handle, size, steps);
      const result = await work(file);
      await file.#flush();
      return result;
    } finally {
      await handle.close();
    }
  }

  /** Counts visited parts; throws {@link MalformedFileError} when the file has too many. */
  step(count = 1): void {
    this.#stepsLeft -= count;
    if (this.#stepsLeft < 0) throw new MalformedFileError('Too many parts');
  }

  async read(at: number, length: number): Promise<Buffer> {
    const end = Math.min(at + length, this.size);
    if (end <= at) return Buffer.alloc(0);
    if (at < this.#start || end > this.#start + this.#bytes.length) {
      await this.#flush();
      const buffer = Buffer.alloc(Math.max(WINDOW, end - at));
      const { bytesRead } = await this.#handle.read(buffer, 0, buffer.length, at);
      this.#bytes = buffer.subarray(0, bytesRead);
      this.#start = at;
    }
    return this.#bytes.subarray(at - this.#start, end - this.#start);
  }

  async write(at: number, bytes: Buffer): Promise<void> {
    bytes.copy(await this.read(at, bytes.length));
    this.#isChanged = true;
  }

  async erase(from: number, to: number): Promise<void> {
    const end = Math.min(to, this.size);
    const windowEnd = this.#start + this.#bytes.length;
    const inside = this.#bytes.subarray(
      Math.max(from - this.#start, 0),
      Math.max(end - this.#start, 0),
    );
    if (inside.length > 0) {
      inside.fill(0);
      this.#isChanged = true;
    }
    await this.#eraseOutside(from, Math.min(end, this.#start));
    await this.#eraseOutside(Math.max(from, windowEnd), end);
  }

  async #eraseOutside(from: number, end: number): Promise<void> {
    for (let at = from; at < end; at += ZEROS.length) {
      await this.#handle.write(ZEROS, 0, Math.min(ZEROS.length, end - at), at);
    }
  }

  async #flush(): Promise<void> {
    if (!this.#isChanged) return;
    await this.#handle.write(this.#bytes, 0, this.#bytes.length, this.#start);
    this.#isChanged = false;
  }
}
