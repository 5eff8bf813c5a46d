import type { Trace } from '../../../platform/change/audit.server.ts';
import { recordAudit, type ChangeContext } from '../../../platform/change/change.server.ts';
import { writeCsv } from '../../../platform/csv.ts';
import type { KnownCatalogue } from '../../../shop/live-catalogue.server.ts';
import { COLUMNS, toRows } from './columns.ts';
import { catalogueMessage } from '../../stored-messages.ts';

export const EXPORT_FORMATS = ['csv', 'json'] as const;

export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** An import reads the same format. The audit log records the export. */
export async function exportCatalogue(
  appContext: ChangeContext & KnownCatalogue,
  trace: Trace,
  format: ExportFormat,
): Promise<string> {
  const { content, revision } = appContext.catalogue;
  const rows = toRows(content);
  await noteExport(appContext, trace, format);
  if (format === 'csv') {
    return writeCsv([COLUMNS, ...rows.map((row) => COLUMNS.map((column) => row[column] ?? ''))]);
  }
  const filled = rows.map((row) =>
    Object.fromEntries(Object.entries(row).filter(([, text]) => text !== '')),
  );
  return `${JSON.stringify({ revision, services: filled }, null, 2)}\n`;
}

export async function noteExport(
  appContext: ChangeContext & KnownCatalogue,
  trace: Trace,
  format: ExportFormat,
): Promise<void> {
  const { content, revision } = appContext.catalogue;
  await recordAudit(appContext, trace, 'catalogue-exported', {
    subjectMessage: catalogueMessage('catalogue.publication', { revision }),
    detail: catalogueMessage('catalogue.exported', { format, services: content.services.length }),
  });
}
