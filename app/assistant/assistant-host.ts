import type { ChangeHost } from '../platform/change/change.server.ts';
import type { Settings } from '../platform/settings.server.ts';
import type { KnownCatalogue } from '../shop/live-catalogue.server.ts';

export interface AssistantHost extends ChangeHost, KnownCatalogue {
  readonly settings: Settings;
}
