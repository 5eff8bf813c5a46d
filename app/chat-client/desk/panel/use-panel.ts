import { useEffect, useState } from 'react';
import { browserStorage, loadText, saveText } from '../../../ui/browser-storage.ts';

/** From here on there is room for the list, the thread and the panel beside each other. */
const HAS_ROOM = '(width >= 1280px)';

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
  const [isSheetOpen, setSheetOpen] = useState(false);
  useEffect(() => {
    setWanted(loadText(browserStorage(), KEY) !== 'closed');
    const query = matchMedia(HAS_ROOM);
    const follow = () => {
      setRoom(query.matches);
      setSheetOpen(false);
    };
    follow();
    query.addEventListener('change', follow);
    return () => query.removeEventListener('change', follow);
  }, []);

  function show(isOpen: boolean) {
    if (!hasRoom) return setSheetOpen(isOpen);
    setWanted(isOpen);
    saveText(browserStorage(), KEY, isOpen ? '' : 'closed');
  }

  const isOpen = hasRoom ? isWanted : isSheetOpen;
  return {
    isOpen,
    isSheet: !hasRoom,
    toggle: () => show(!isOpen),
    close: () => show(false),
  };
}
