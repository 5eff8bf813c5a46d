import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

export type AuditOutcome =
  | { readonly kind: 'clean' }
  | { readonly kind: 'vulnerable'; readonly report: string }
  | { readonly kind: 'skipped'; readonly why: string };

const GIVE_UP_MS = 60_000;

export async function auditDependencies(cwd: string): Promise<AuditOutcome> {
  const args = ['audit', '--omit=dev', '--audit-level=high', '--json'];
  const options = {
    cwd,
    timeout: GIVE_UP_MS,
    maxBuffer: 64 * 1024 * 1024,
    // On Windows, npm is a script that only a shell can start.
    shell: process.platform === 'win32',
    env: { ...process.env, npm_config_fetch_retries: '0', npm_config_fetch_timeout: '20000' },
  };
  try {
    const { stdout } = await promisify(execFile)('npm', args, options);
    return readAudit(0, stdout);
  } catch (error) {
    // With findings, npm exits with 1 and prints a report.
    const { code, stdout, message } = error as { code: unknown; stdout?: string; message: string };
    if (typeof code === 'number' && stdout) return readAudit(code, stdout);
    return { kind: 'skipped', why: `npm audit could not run (${message})` };
  }
}

/**
 * Only a report with vulnerabilities is a finding. A registry without the audit endpoint, a network
 * error and an unparsable answer skip the audit.
 */
export function readAudit(status: number | null, stdout: string): AuditOutcome {
  let answer: AuditAnswer;
  try {
    answer = JSON.parse(stdout) as AuditAnswer;
  } catch {
    return { kind: 'skipped', why: 'npm audit returned no report' };
  }
  const { metadata, vulnerabilities } = answer;
  if (!metadata?.vulnerabilities || !vulnerabilities) {
    const why = answer.error?.summary || answer.message || answer.error?.code || 'no report';
    return { kind: 'skipped', why: `the registry returned no audit report (${oneLine(why)})` };
  }
  if (status === 0) return { kind: 'clean' };
  const lines = Object.entries(vulnerabilities)
    .filter(([, { severity }]) => severity === 'high' || severity === 'critical')
    .map(([name, { severity, range }]) => `  ${severity}  ${name} ${range ?? ''}`.trimEnd());
  return lines.length > 0 ? { kind: 'vulnerable', report: lines.join('\n') } : { kind: 'clean' };
}

interface AuditAnswer {
  readonly metadata?: { readonly vulnerabilities?: Record<string, number> };
  readonly vulnerabilities?: Record<string, { readonly severity: string; readonly range?: string }>;
  readonly message?: string;
  readonly error?: { readonly code?: string; readonly summary?: string };
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, 160);
}
