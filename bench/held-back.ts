import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** A millisecond in five: a process in it has a fifth of one processor, in turns as short as the kernel gives. */
const TURN_US = 1_000;
const PERIOD_US = 5_000;
const REMOVE_TRIES = 50;
const REMOVE_AGAIN_MS = 20;

/**
 * A control group of the kernel that leaves a process a fifth of one processor: as on a machine that is five
 * times slower. Undefined where such a group cannot be made, which takes Linux and its administrator.
 */
export class HeldBack {
  static readonly #made = new Set<HeldBack>();
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
    HeldBack.#made.add(this);
  }

  static make(): HeldBack | undefined {
    const name = `embarka-bench-${process.pid}`;
    try {
      if (existsSync('/sys/fs/cgroup/cpu/cpu.cfs_quota_us')) {
        return HeldBack.#makeIn(join('/sys/fs/cgroup/cpu', name), {
          'cpu.cfs_period_us': String(PERIOD_US),
          'cpu.cfs_quota_us': String(TURN_US),
        });
      }
      return HeldBack.#makeIn(join('/sys/fs/cgroup', name), {
        'cpu.max': `${TURN_US} ${PERIOD_US}`,
      });
    } catch {
      return undefined;
    }
  }

  static #makeIn(folder: string, limits: Record<string, string>): HeldBack {
    mkdirSync(folder, { recursive: true });
    const made = new HeldBack(folder);
    try {
      for (const [file, limit] of Object.entries(limits)) writeFileSync(join(folder, file), limit);
      return made;
    } catch (error) {
      void made.remove();
      throw error;
    }
  }

  hold(pid: number): void {
    writeFileSync(join(this.#folder, 'cgroup.procs'), String(pid));
  }

  /** Once its processes have ended; the kernel notices that a moment later. */
  async remove(): Promise<void> {
    HeldBack.#made.delete(this);
    for (let tries = 0; ; tries += 1) {
      try {
        rmdirSync(this.#folder);
        return;
      } catch (error) {
        if (tries >= REMOVE_TRIES) throw error;
        // oxlint-disable-next-line no-await-in-loop -- one try after the other
        await setTimeout(REMOVE_AGAIN_MS);
      }
    }
  }

  /** For a benchmark that ends before its time. */
  static async removeAll(): Promise<void> {
    await Promise.all([...HeldBack.#made].map((group) => group.remove()));
  }
}
