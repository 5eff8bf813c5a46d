import { open, type FileHandle } from 'node:fs/promises';

const WINDOW = 64 * 1024;
const ZEROS = Buffer.alloc(WINDOW);

/** Thrown for a file that breaks its format, or that is built to keep the parser busy. */
export class MalformedFileError extends Error {
  override readonly name = 'MalformedFileError';
}

export class FileWindow {
  readonly size: number;
  readonly #handle: FileHandle;
  #bytes: Buffer = Buffer.alloc(0);
  #start = 0;
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
      return await work(new FileWindow(handle, size, steps));
    } finally {
      await handle.close();
    }
  }

  /** Counts one visited part; throws {@link MalformedFileError} when the file has too many. */
  step(): void {
    this.#stepsLeft -= 1;
    if (this.#stepsLeft < 0) throw new MalformedFileError('Too many parts');
  }

  async read(at: number, length: number): Promise<Buffer> {
    const end = Math.min(at + length, this.size);
    if (end <= at) return Buffer.alloc(0);
    if (at < this.#start || end > this.#start + this.#bytes.length) {
      const buffer = Buffer.alloc(Math.max(WINDOW, end - at));
      const { bytesRead } = await this.#handle.read(buffer, 0, buffer.length, at);
      this.#bytes = buffer.subarray(0, bytesRead);
      this.#start = at;
    }
    return this.#bytes.subarray(at - this.#start, end - this.#start);
  }

  async write(at: number, bytes: Buffer): Promise<void> {
    this.#bytes = Buffer.alloc(0);
    await this.#handle.write(bytes, 0, bytes.length, at);
  }

  async erase(from: number, to: number): Promise<void> {
    this.#bytes = Buffer.alloc(0);
    const end = Math.min(to, this.size);
    for (let at = from; at < end; at += WINDOW) {
      await this.#handle.write(ZEROS, 0, Math.min(WINDOW, end - at), at);
    }
  }
}
