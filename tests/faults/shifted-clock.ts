/**
 * Loaded into a server with --import: its clock, and the embedded database's with it, goes by as
 * many milliseconds ahead as the file CLOCK_SHIFT says; behind, if that is less than nothing. What it
 * goes by stands in a file beside that one, so that a test knows when.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const file = process.env.CLOCK_SHIFT ?? '';
const RealDate = Date;
let shiftMs = NaN;

function look(): void {
  const wanted = readShift();
  if (wanted === shiftMs) return;
  shiftMs = wanted;
  if (file) writeFileSync(`${file}.applied`, String(shiftMs));
}

function readShift(): number {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return 0;
  }
}

look();
setInterval(look, 20).unref();

const now = () => RealDate.now() + shiftMs;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args: unknown[], newTarget) =>
    Reflect.construct(target, args.length > 0 ? args : [now()], newTarget) as object,
  get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
});
