/** More tags are useless: Nadir has few languages. */
const maxTags = 20;
const maxHeaderLength = 500;

/** Returns the tags of an Accept-Language header, best first as browsers send them; none without the header. */
export function acceptedLanguages(header: string | undefined): string[] {
  return (header ?? '')
    .slice(0, maxHeaderLength)
    .split(',')
    .slice(0, maxTags)
    .map((range) => range.split(';')[0]?.trim() ?? '')
    .filter((tag) => /^[a-z]{2,8}(-[a-z0-9]{1,8})*$/i.test(tag));
}
