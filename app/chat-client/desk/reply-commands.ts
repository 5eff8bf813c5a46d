import type { Command, CommandGroup } from '../../ui/command/command.ts';
import type { Reply } from './use-reply.ts';

/** What the reply box can do, as the palette offers it. */
export function replyCommands(reply: Reply, isNoteOnly: boolean): CommandGroup {
  const insert: Command = {
    id: 'insert',
    name: 'Insert a canned reply or service',
    icon: 'lightning',
    words: 'saved answer template',
    run: () => reply.slash.begin(),
  };
  const note: Command = {
    id: 'note',
    name: 'Write a private note',
    icon: 'note',
    words: 'comment internal',
    run() {
      reply.switchTo(true);
      reply.field.current?.focus();
    },
  };
  // Where notes alone are written, the dashboard's own command leads to the box.
  if (isNoteOnly) return { name: 'Reply', distance: 1, commands: [] };
  return { name: 'Reply', distance: 1, commands: reply.isNote ? [note] : [insert, note] };
}
