import { FileUploads } from './file-uploads.ts';
import { browserFiles } from './kept-files.ts';

// Each tab has one instance per side, so that uploads continue when the screen changes.
let visitor: FileUploads | undefined;
let desk: FileUploads | undefined;

export function visitorUploads(): FileUploads {
  return (visitor ??= open('/chat'));
}

export function deskUploads(): FileUploads {
  return (desk ??= open('/agentchat'));
}

function open(side: string): FileUploads {
  return new FileUploads({
    side,
    kept: browserFiles(),
    load: () => import('../../../platform/files/send-file.ts'),
  });
}
