import type { ChangeHost } from '../../../platform/change/change.server.ts';
import type { MediaFiles } from '../../../platform/files/keep-media.server.ts';
import type { UnfinishedUploads } from '../../../platform/files/uploads/unfinished-uploads.server.ts';

export interface CatalogueMediaHost extends ChangeHost {
  readonly files: MediaFiles & { readonly uploads: UnfinishedUploads };
}
