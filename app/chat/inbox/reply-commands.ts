import { t } from '../../i18n/translate.ts';
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
    name: t('Insert a canned reply or service'),
    icon: 'lightning',
    words: 'saved answer template',
    run: () => reply.slash.begin(),
  };
  const note: Command = {
    id: 'note',
    name: t('Write a private note'),
    icon: 'note',
    words: 'comment internal',
    run() {
      reply.switchTo(true);
      reply.field.current?.focus();
    },
  };
  const offer: Command = {
    id: 'offer',
    name: t('Make an offer'),
    icon: 'tag',
    words: 'price quote proposal order',
    run: onOffer,
  };
  const draftCommands: Command[] = onDraft
    ? [
        {
          id: 'draft',
          name: t('Draft an answer'),
          icon: 'note-pencil',
          words: 'model suggest write',
          run: onDraft,
        },
      ]
    : [];
  // In a composer for notes only, the dashboard's own command already focuses the field.
  if (isNoteOnly) return { name: t('Reply'), distance: 1, commands: [] };
  return {
    name: t('Reply'),
    distance: 1,
    commands: reply.isNote ? [note] : [insert, ...draftCommands, offer, note],
  };
}
