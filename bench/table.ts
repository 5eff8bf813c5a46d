export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
  readonly note?: string;
}

export interface Benchmark {
  readonly name: string;
  readonly run: (options: BenchmarkOptions) => Promise<readonly Table[]>;
}

export interface BenchmarkOptions {
  /** A short run that checks the benchmark but gives no publishable figures. */
  readonly isQuick: boolean;
  /** A PostgreSQL server on which databases may be created; undefined when none answers. */
  readonly postgres: string | undefined;
}

export function print({ title, columns, rows, note }: Table): void {
  const cells = [columns, ...rows].map((row) => row.map(String));
  const widths = columns.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)));
  const isText = columns.map((_, column) =>
    rows.every((row) => !/^[\d,.]+$/.test(String(row[column]))),
  );
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => (isText[column] ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!))).join(' | ')} |`;
  const rule = widths.map((width, column) =>
    isText[column] ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  const [head, ...body] = cells;
  console.log(`\n### ${title}\n`);
  console.log([line(head!), line(rule), ...body.map(line)].join('\n'));
  if (note) console.log(`\n${note}`);
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function rounded(value: number, digits = 0): string {
  return value.toLocaleString('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}
