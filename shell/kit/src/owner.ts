import details from '../owner.json' with { type: 'json' };

/** The owner of the site, as `shell/kit/owner.json` says; `""` means absent. */
interface Owner {
  name: string;
  place: string;
  availability: 'open' | 'busy';
  phone: string;
  email: string;
  /** Pages on other sites; `label` is the key path of the name, with `Tooltip` appended that of the tooltip. */
  profiles: readonly { label: string; url: string; icon: string }[];
  /** The address of the public sources of this site, or `""`. */
  repository: string;
  /** The language of the mails to the owner, one of the site's. */
  language: string;
  /** The time zone of times in these mails, such as `Europe/Berlin`. */
  timeZone: string;
  /** The postal address that the law may require. */
  imprint: string;
}

/** The owner of this site; edit `shell/kit/owner.json` to change it. */
export const owner = details as Owner;
