import { recordAudit, type ChangeContext } from '../../../platform/change/change.server.ts';
import type { Trace } from '../../../platform/change/audit.server.ts';
import { writeCsv } from '../../../platform/csv.ts';
import { defaultColumns } from '../../../platform/lists/list-state.ts';
import type { CsvColumns } from '../../../platform/lists/read-list.server.ts';
import {
  SERVICE_LIST,
  type ListedService,
  type ServiceListState,
} from '../../protocol/service-list.ts';
import type { KnownCatalogue } from '../../../shop/live-catalogue.server.ts';
import { toDecimal } from '../../../shop/price.ts';
import { catalogueMessage } from '../../stored-messages.ts';
import { readWorking } from '../drafts/read-drafts.server.ts';
import { readServiceRows } from './read-services.server.ts';

const CELLS: CsvColumns<typeof SERVICE_LIST, ListedService> = {
  service: { Service: ({ title }) => title, 'Section and group': ({ where }) => where },
  status: {
    Status: ({ isNew, isHidden, isGroupHidden }) =>
      isNew ? 'new' : isHidden || isGroupHidden ? 'hidden' : 'published',
    'Unpublished changes': ({ isDraft }) => (isDraft ? 'yes' : 'no'),
    Popular: ({ popular }) => String(popular ?? ''),
  },
  price: {
    Price: ({ amountFields }) => toDecimal(amountFields),
    Currency: ({ amountFields }) => amountFields.currency,
  },
  place: { Position: ({ place }) => String(place) },
  editor: { 'Edited by': ({ editedBy }) => editedBy ?? '' },
};

/** Exports the shown columns of the list as CSV, with drafts applied, and records the export in the audit log. */
export async function exportServices(
  appContext: ChangeContext & KnownCatalogue,
  trace: Trace,
  state: ServiceListState,
): Promise<string> {
  const columns = state.columns ?? defaultColumns(SERVICE_LIST);
  const fields = columns.flatMap((name) => Object.entries(CELLS[name]));
  const rows = readServiceRows(await readWorking(appContext), state);
  const { revision } = appContext.catalogue;
  await recordAudit(appContext, trace, 'catalogue-exported', {
    subjectMessage: catalogueMessage('catalogue.publication', { revision }),
    detail: catalogueMessage('catalogue.exported', { format: 'csv', services: rows.length }),
  });
  return writeCsv([
    fields.map(([head]) => head),
    ...rows.map((row) => fields.map(([, cellOf]) => cellOf(row))),
  ]);
}
