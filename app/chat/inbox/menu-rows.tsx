import { say } from '../../platform/say.ts';
import { Icon } from '../../ui/icon.tsx';
import { AcceptChatsSwitch, type AcceptingChats } from './accept-chats.tsx';
import { InstallRow } from './install-app.tsx';
import { SoundSwitch } from './sound-switch.tsx';

interface MenuRowsProps {
  readonly menuId: string;
  readonly accepting: AcceptingChats;
  readonly onShowShortcuts: () => void;
}

export function MenuRows({ menuId, accepting, onShowShortcuts }: MenuRowsProps) {
  return (
    <>
      <AcceptChatsSwitch accepting={accepting} />
      <SoundSwitch className="account-menu-row" />
      <InstallRow menuId={menuId} />
      <button
        type="button"
        className="account-menu-row"
        popoverTarget={menuId}
        popoverTargetAction="hide"
        onClick={onShowShortcuts}
      >
        <Icon name="keyboard" /> {say('Keyboard shortcuts')}
      </button>
    </>
  );
}
