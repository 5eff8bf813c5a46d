/** For example 'tel:+15550100199' from '+1 (555) 010-0199'. */
export function telephoneHref(phone: string): string {
  return `tel:${phone.replace(/[^\d+]/g, '')}`;
}
