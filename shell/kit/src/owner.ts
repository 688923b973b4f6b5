import details from '../owner.json' with { type: 'json' };

/** How the owner is called and reached. */
interface Owner {
  readonly name: string;
  readonly place: string;
  readonly availability: string;
  readonly phone: string;
  readonly email: string;
  readonly gameProfile: string;
  readonly codeProfile: string;
  readonly imprint: string;
}

/** Whose site this is; `shell/kit/owner.json` is the one place to change it. */
export const owner: Owner = details;
