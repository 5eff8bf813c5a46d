/** Chromium refuses to sandbox root; only our own pages and drawings are opened. */
export function sandboxArguments(): string[] {
  return process.getuid?.() === 0 ? ['--no-sandbox'] : [];
}
