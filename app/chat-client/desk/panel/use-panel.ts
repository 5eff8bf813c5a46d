import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'react-router';
import { browserStorage, loadText, saveText } from '../../../ui/browser-storage.ts';
import { useHistoryStep } from '../../../ui/use-history-step.ts';

/** From here on there is room for the list, the thread and the panel beside each other. */
const HAS_ROOM = '(width >= 80rem)';

const KEY = 'visitor_panel';

/** Whether the panel beside the thread is shown: remembered where there is room, asked for elsewhere. */
export interface PanelSwitch {
  readonly isOpen: boolean;
  /** Over the thread, because there is no room beside it. */
  readonly isSheet: boolean;
  readonly toggle: () => void;
  readonly close: () => void;
}

export function usePanel(): PanelSwitch {
  const [hasRoom, setRoom] = useState(false);
  const [isWanted, setWanted] = useState(true);
  // Back closes the sheet, not the thread below it.
  const sheet = useHistoryStep('panel');
  const { search: address } = useLocation();
  const closeSheet = useEffectEvent(() => {
    if (sheet.isOpen) sheet.close();
  });
  const leaveSheet = useEffectEvent(() => sheet.leave());
  useEffect(() => {
    setWanted(loadText(browserStorage(), KEY) !== 'closed');
    const query = matchMedia(HAS_ROOM);
    setRoom(query.matches);
    const follow = () => {
      setRoom(query.matches);
      closeSheet();
    };
    query.addEventListener('change', follow);
    return () => query.removeEventListener('change', follow);
  }, []);
  // What was chosen in it lies below it.
  useEffect(() => () => leaveSheet(), [address]);

  function show(isOpen: boolean) {
    if (!hasRoom) {
      if (isOpen !== sheet.isOpen) (isOpen ? sheet.open : sheet.close)();
      return;
    }
    setWanted(isOpen);
    saveText(browserStorage(), KEY, isOpen ? '' : 'closed');
  }

  const isOpen = hasRoom ? isWanted : sheet.isOpen;
  return {
    isOpen,
    isSheet: !hasRoom,
    toggle: () => show(!isOpen),
    close: () => show(false),
  };
}
