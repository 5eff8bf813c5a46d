import type { ChangeHost } from '../../platform/change/change.server.ts';
import type { KnownCatalogue } from '../live-catalogue.server.ts';

/** What a publication needs of the process it happens in. */
export interface PublicationHost extends ChangeHost, KnownCatalogue {
  /** It was committed: it is in force here when this resolves, soon on the others. */
  readonly takePublication: () => Promise<void>;
}
