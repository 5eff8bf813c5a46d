import type { ChangeContext } from '../platform/change/change.server.ts';
import type { Settings } from '../platform/settings.server.ts';
import type { KnownCatalogue } from '../shop/live-catalogue.server.ts';

export interface AssistantContext extends ChangeContext, KnownCatalogue {
  readonly settings: Settings;
}
