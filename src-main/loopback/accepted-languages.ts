/** More are of no use: Nadir speaks few languages. */
const mostTags = 20;
const longestHeader = 500;

/** Returns the tags of an Accept-Language header, best first as browsers send them; none without the header. */
export function acceptedLanguages(header: string | undefined): string[] {
  return (header ?? '')
    .slice(0, longestHeader)
    .split(',')
    .slice(0, mostTags)
    .map((range) => range.split(';')[0]?.trim() ?? '')
    .filter((tag) => /^[a-z]{2,8}(-[a-z0-9]{1,8})*$/i.test(tag));
}
