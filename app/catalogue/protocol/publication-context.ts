import type { ChangeContext } from '../../platform/change/change.server.ts';
import type { KnownCatalogue } from '../../shop/live-catalogue.server.ts';

export interface PublicationContext extends ChangeContext, KnownCatalogue {
  /**
   * Runs after the commit. This process uses the new revision once the promise resolves, other processes shortly
   * after.
   */
  readonly takePublication: () => Promise<void>;
}
