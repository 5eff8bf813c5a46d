import { say } from '../../platform/say.ts';
import type { DeviceView } from '../server/push/devices.server.ts';
import { Chip } from '../../ui/chip.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Icon } from '../../ui/icon.tsx';
import { FormButton } from '../../ui/form/form-button.tsx';

export function DeviceList({ devices }: { readonly devices: readonly DeviceView[] }) {
  if (devices.length === 0) {
    return (
      <p className="max-w-[41em] text-ink-2">
        {say(
          'None yet. Turn notifications on in each browser you want to be told in: at your desk, on your phone.',
        )}
      </p>
    );
  }
  return (
    <ul className="list-card">
      {devices.map((device) => (
        <DeviceRow key={device.id} device={device} />
      ))}
    </ul>
  );
}

function DeviceRow({ device }: { readonly device: DeviceView }) {
  const { id, label, since, lastSuccessAt, lastError, isCurrent } = device;
  return (
    <li data-testid="device" className="list-row justify-between">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-2 font-[650]">
          {label} {isCurrent && <Chip tone="success">{say('This browser')}</Chip>}
        </p>
        <p className="text-[14px] text-ink-2">
          {say('since')} <DateTime at={since} />
          {lastSuccessAt && (
            <>
              {' '}
              {'· '}
              {say('last reached')} <Moment at={lastSuccessAt} />
            </>
          )}
        </p>
        {lastError && (
          <p className="mt-1 flex items-start gap-2 text-[14px] font-semibold text-error">
            <Icon name="warning-circle-fill" size={16} className="mt-[3px]" />
            {lastError}
          </p>
        )}
      </div>
      <FormButton fields={{ intent: 'remove-device', id }}>
        {say('Remove')}
        <span className="sr-only"> {label}</span>
      </FormButton>
    </li>
  );
}
