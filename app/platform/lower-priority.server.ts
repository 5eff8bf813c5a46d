import { getPriority, setPriority } from 'node:os';

/**
 * Lowers the priority of this thread on Linux, where priorities belong to threads (setpriority(2),
 * Notes). Only root may raise a priority, and the process may have been started with a lower one.
 */
export function lowerPriority(niceness: number): void {
  if (process.platform === 'linux' && getPriority() < niceness) setPriority(niceness);
}
