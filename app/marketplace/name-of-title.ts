/** What a title is called in addresses: 'Niñez & vejez' is 'ninez-vejez'. '' where no letter from a to z is in it. */
export function nameOfTitle(title: string, most: number): string {
  return title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^[^a-z]+|(?<!-)-+$/g, '')
    .slice(0, most);
}
