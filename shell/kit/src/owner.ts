import details from '../owner.json' with { type: 'json' };

/** The owner of the site, as `shell/kit/owner.json` says; `""` means absent. */
export interface Owner {
  name: string;
  place: string;
  availability: 'open' | 'busy';
  phone: string;
  email: string;
  profiles: readonly Profile[];
  /** The address of the public sources of this site, or `""`. */
  repository: string;
  /** The language of the mails to the owner, one of the site's. */
  language: string;
  /** The time zone of times in these mails, such as `Europe/Berlin`. */
  timeZone: string;
  /** The postal address that the law may require. */
  imprint: string;
}

/** A page of the owner on another site. */
export interface Profile {
  /** The key path of its name; the key with `Tooltip` appended has its tooltip. */
  label: string;
  url: string;
  /** One of `icons` of the contract. */
  icon: string;
}

/** The owner of this site; edit `shell/kit/owner.json` to change it. */
export const owner = details as Owner;
