import details from '../owner.json' with { type: 'json' };

/** Whose site it is, as `shell/kit/owner.json` says; a text that is `""` is not there. */
export interface Owner {
  name: string;
  place: string;
  availability: 'open' | 'busy';
  phone: string;
  email: string;
  profiles: readonly Profile[];
  /** The address of the sources of this site, or `""` where they are not public. */
  repository: string;
  /** The language of the mails to the owner, one of the site's. */
  language: string;
  /** The time zone of the times in them, such as `Europe/Berlin`. */
  timeZone: string;
  /** The postal address that the law may ask for. */
  imprint: string;
}

/** A page of the owner on another site. */
export interface Profile {
  /** The key path of its name; the text beside it whose key ends in `Tooltip` is its tooltip. */
  label: string;
  url: string;
  /** One of `icons` of the contract. */
  icon: string;
}

/** Whose site this is, and how they are reached: `shell/kit/owner.json` is the one place to change it. */
export const owner = details as Owner;
