import { Icon } from '../../ui/icon.tsx';
import { useServiceCard } from '../protocol/service-cards.ts';
import type { ServiceContext } from '../protocol/views.ts';
import { t } from '../../i18n/translate.ts';
import { localPath } from '../../platform/local-path.ts';

interface ServiceCardProps {
  readonly service: ServiceContext;
}

/** Shows the service that this chat is about (rule 95). */
export function ServiceCard({ service }: ServiceCardProps) {
  return (
    <a
      href={localPath(`/services/${service.section}/${service.slug}`)}
      className="flex items-center gap-3 rounded-[16px] border border-line bg-surface p-2 pe-3.5 hover:border-primary"
    >
      <ServicePicture service={service} />
      <span className="min-w-0 flex-1">
        <span className="block text-[13px] text-ink-3">{t('About this service')}</span>
        <span dir="auto" className="block truncate text-[15px] leading-[1.3] font-semibold">
          {service.title}
        </span>
      </span>
      <Icon name="caret-right" size={16} className="text-ink-3" />
    </a>
  );
}

interface OtherServiceStripProps extends ServiceCardProps {
  readonly onStartNew: () => void;
  readonly onDismiss: () => void;
}

/** Says that the service the visitor came from goes with the next message, and offers a separate chat. */
export function OtherServiceStrip({ service, onStartNew, onDismiss }: OtherServiceStripProps) {
  return (
    <aside
      aria-label={t('Ask about {title}', { title: service.title })}
      className="flex items-center gap-3 border-t border-line bg-surface py-2 pe-1 ps-3"
    >
      <ServicePicture service={service} />
      <div className="min-w-0 flex-1">
        <p dir="auto" className="truncate text-[14.5px] leading-[1.3] font-semibold">
          {service.title}
        </p>
        <p className="text-[13px] text-ink-3">{t('Sent with your next message')}</p>
        <button
          type="button"
          className="min-h-6 text-[13.5px] font-semibold text-primary underline underline-offset-3"
          onClick={onStartNew}
        >
          {t('Start a new chat about it')}
        </button>
      </div>
      <button
        type="button"
        aria-label={t("Don't send")}
        title={t("Don't send")}
        className="icon-button"
        onClick={onDismiss}
      >
        <Icon name="x" size={18} />
      </button>
    </aside>
  );
}

function ServicePicture({ service: { section, slug } }: ServiceCardProps) {
  const card = useServiceCard(`/services/${section}/${slug}`);
  return (
    <img
      src={card?.service.picture}
      alt=""
      width={64}
      height={48}
      className="h-12 w-16 shrink-0 rounded-chip rounded-se-[20px] bg-sunken object-cover"
    />
  );
}
