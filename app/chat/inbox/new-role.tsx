import { useEffect, useState } from 'react';
import { say } from '../../platform/say.ts';
import type { DeskMember } from '../protocol/views.ts';
import { browserStorage, loadText, saveText } from '../../ui/browser-storage.ts';

/** Announces a new role once per browser, because lists or buttons may have disappeared. */
export function NewRole({ member: { id, role, roleName } }: { readonly member: DeskMember }) {
  const [isNew, setNew] = useState(false);
  useEffect(() => {
    const key = `embarka:role:${id}`;
    const before = loadText(browserStorage(), key);
    if (before !== '' && before !== role) setNew(true);
    saveText(browserStorage(), key, role);
  }, [id, role]);
  return (
    <p role="status" className="px-5 text-[14px] font-semibold text-amber">
      {isNew && (
        <span className="block pb-2">
          {say('Your role has been changed: {roleName}.', { roleName })}
        </span>
      )}
    </p>
  );
}
