import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'react-router';
import { browserStorage, loadText, saveText } from '../../../ui/browser-storage.ts';
import { useHistoryStep } from '../../../ui/use-history-step.ts';

/** From this width list, conversation and panel fit side by side. */
const HAS_CAPACITY = '(width >= 80rem)';

const KEY = 'visitor_panel';

/** Opens and closes the visitor panel. Wide screens remember the choice; narrow screens open the panel on request. */
export interface PanelSwitch {
  readonly isOpen: boolean;
  readonly isSheet: boolean;
  readonly toggle: () => void;
  readonly close: () => void;
}

export function usePanel(): PanelSwitch {
  const [hasCapacity, setScrollEdges] = useState(false);
  const [isWanted, setWanted] = useState(true);
  // Back closes the sheet, not the conversation below.
  const sheet = useHistoryStep('panel');
  const { search: address } = useLocation();
  const closeSheet = useEffectEvent(() => {
    if (sheet.isOpen) sheet.close();
  });
  const leaveSheet = useEffectEvent(() => sheet.leave());
  useEffect(() => {
    setWanted(loadText(browserStorage(), KEY) !== 'closed');
    const query = matchMedia(HAS_CAPACITY);
    setScrollEdges(query.matches);
    const follow = () => {
      setScrollEdges(query.matches);
      closeSheet();
    };
    query.addEventListener('change', follow);
    return () => query.removeEventListener('change', follow);
  }, []);
  // A link in the sheet leads to content below the sheet, so the sheet closes.
  useEffect(() => () => leaveSheet(), [address]);

  function show(isOpen: boolean) {
    if (!hasCapacity) {
      if (isOpen !== sheet.isOpen) (isOpen ? sheet.open : sheet.close)();
      return;
    }
    setWanted(isOpen);
    saveText(browserStorage(), KEY, isOpen ? '' : 'closed');
  }

  const isOpen = hasCapacity ? isWanted : sheet.isOpen;
  return {
    isOpen,
    isSheet: !hasCapacity,
    toggle: () => show(!isOpen),
    close: () => show(false),
  };
}
