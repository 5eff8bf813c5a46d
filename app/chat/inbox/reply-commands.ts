import { say } from '../../platform/say.ts';
import type { Command, CommandGroup } from '../../ui/command/command.ts';
import type { Reply, ReplyOptions } from './use-reply.ts';

export function replyCommands(
  reply: Reply,
  {
    isNoteOnly,
    onOffer,
    onDraft,
  }: Pick<ReplyOptions, 'isNoteOnly' | 'onOffer'> & { readonly onDraft: (() => void) | undefined },
): CommandGroup {
  const insert: Command = {
    id: 'insert',
    name: say('Insert a canned reply or service'),
    icon: 'lightning',
    words: 'saved answer template',
    run: () => reply.slash.begin(),
  };
  const note: Command = {
    id: 'note',
    name: say('Write a private note'),
    icon: 'note',
    words: 'comment internal',
    run() {
      reply.switchTo(true);
      reply.field.current?.focus();
    },
  };
  const offer: Command = {
    id: 'offer',
    name: say('Make an offer'),
    icon: 'tag',
    words: 'price quote proposal order',
    run: onOffer,
  };
  const draft: Command[] = onDraft
    ? [
        {
          id: 'draft',
          name: say('Draft an answer'),
          icon: 'note-pencil',
          words: 'model suggest write',
          run: onDraft,
        },
      ]
    : [];
  // In a composer for notes only, the dashboard's own command already focuses the field.
  if (isNoteOnly) return { name: say('Reply'), distance: 1, commands: [] };
  return {
    name: say('Reply'),
    distance: 1,
    commands: reply.isNote ? [note] : [insert, ...draft, offer, note],
  };
}
