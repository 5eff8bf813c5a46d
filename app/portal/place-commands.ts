import { say } from '../platform/say.ts';
import type { Member } from '../accounts/protocol/member.ts';
import { placesOf } from '../accounts/protocol/places.ts';
import type { CommandGroup } from '../ui/command/command.ts';

export function placeCommands(member: Member, go: (path: string) => void): CommandGroup {
  return {
    name: say('Go to'),
    distance: 2,
    commands: placesOf(member).map(({ path, name, icon }) => ({
      id: path,
      name,
      icon,
      run: () => go(path),
    })),
  };
}
