import type { Host } from '../../host.ts';
import type { Editor } from '../server/drafts/editor.ts';
import { publishDrafts, type Publish } from '../server/publish/publish-drafts.server.ts';
import { say } from '../../platform/say.ts';
import { sayCount } from '../../platform/say-count.ts';

export async function publishAndSay(host: Host, editor: Editor, publish: Publish): Promise<string> {
  const { revision, count } = await publishDrafts(host, editor, publish);
  const changes = sayCount({ noun: 'change', number: count });
  return say('Publication {revision} is public: {changes}.', { revision, changes });
}
