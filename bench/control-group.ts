import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

export interface Turns {
  readonly turnUs: number;
  readonly periodUs: number;
}

/** The shortest period of the kernel, similar to a CPU that is five times slower. */
export const SHORT_TURNS: Turns = { turnUs: 1_000, periodUs: 5_000 };
/** The kernel's default period for containers (`docker run --cpus 0.2`). */
export const TURNS_OF_CONTAINERS: Turns = { turnUs: 20_000, periodUs: 100_000 };
const REMOVE_TRIES = 50;
const REMOVE_AGAIN_MS = 20;

/** A Linux control group that limits a process to a fifth of one CPU. */
export class ControlGroup {
  static readonly #made = new Set<ControlGroup>();
  readonly #folder: string;
  readonly #limitsOf: (turns: Turns) => Record<string, number | string>;

  private constructor(folder: string, limitsOf: (turns: Turns) => Record<string, number | string>) {
    this.#folder = folder;
    this.#limitsOf = limitsOf;
    ControlGroup.#made.add(this);
  }

  /** Undefined without Linux and root. */
  static make(): ControlGroup | undefined {
    const name = `embarka-bench-${process.pid}`;
    try {
      if (existsSync('/sys/fs/cgroup/cpu/cpu.cfs_quota_us')) {
        return ControlGroup.#makeIn(join('/sys/fs/cgroup/cpu', name), ({ turnUs, periodUs }) => ({
          'cpu.cfs_period_us': periodUs,
          'cpu.cfs_quota_us': turnUs,
        }));
      }
      return ControlGroup.#makeIn(join('/sys/fs/cgroup', name), ({ turnUs, periodUs }) => ({
        'cpu.max': `${turnUs} ${periodUs}`,
      }));
    } catch {
      return undefined;
    }
  }

  static #makeIn(
    folder: string,
    limitsOf: (turns: Turns) => Record<string, number | string>,
  ): ControlGroup {
    mkdirSync(folder, { recursive: true });
    const made = new ControlGroup(folder, limitsOf);
    try {
      made.giveTurns(SHORT_TURNS);
      return made;
    } catch (error) {
      void made.remove();
      throw error;
    }
  }

  giveTurns(turns: Turns): void {
    for (const [file, limit] of Object.entries(this.#limitsOf(turns))) {
      writeFileSync(join(this.#folder, file), String(limit));
    }
  }

  hold(pid: number): void {
    writeFileSync(join(this.#folder, 'cgroup.procs'), String(pid));
  }

  /** Call after the processes have ended; the kernel needs a moment to notice. */
  async remove(): Promise<void> {
    ControlGroup.#made.delete(this);
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

  static async removeAll(): Promise<void> {
    await Promise.all([...ControlGroup.#made].map((group) => group.remove()));
  }
}
