import { useEffect, useState } from 'react';
import { isShortcutOn, setShortcut } from './shortcut-preference.ts';
import { t } from '../i18n/translate.ts';

export function ShortcutSwitch() {
  const [isOn, setOn] = useState(true);
  useEffect(() => setOn(isShortcutOn()), []);
  return (
    <label className="needs-script flex min-h-11 cursor-pointer items-center gap-2.5 max-md:pointer-coarse:hidden">
      <input
        type="checkbox"
        className="size-[18px] accent-primary"
        checked={isOn}
        onChange={(event) => {
          setOn(event.target.checked);
          setShortcut(event.target.checked);
        }}
      />
      {t('Search with the key “/”')}
    </label>
  );
}
