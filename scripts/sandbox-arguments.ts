/** Chromium refuses to sandbox a root user; what we open are our own pages and drawings. */
export function sandboxArguments(): string[] {
  return process.getuid?.() === 0 ? ['--no-sandbox'] : [];
}
