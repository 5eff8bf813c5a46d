import { Icon } from '../../../ui/icon.tsx';
import { say } from '../../../platform/say.ts';

export function DropHint() {
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute inset-2 z-10 grid place-items-center rounded-[18px] border-2 border-dashed border-primary bg-soft/95 text-soft-ink"
    >
      <p className="flex items-center gap-2 text-[16px] font-semibold">
        <Icon name="paperclip" size={22} />
        {say('Drop files to add them')}
      </p>
    </div>
  );
}
