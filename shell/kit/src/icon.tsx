import type { IconName } from '@portfolio/contract/pages.ts';
import {
  BookOpen,
  Calendar,
  Camera,
  CodeXml,
  Gamepad2,
  House,
  type LucideIcon,
  Mail,
  Music,
  Newspaper,
  PanelTop,
  Star,
  Users,
} from 'lucide-react';

const icons: Record<IconName, LucideIcon> = {
  house: House,
  'gamepad-2': Gamepad2,
  mail: Mail,
  newspaper: Newspaper,
  'book-open': BookOpen,
  camera: Camera,
  music: Music,
  'code-xml': CodeXml,
  calendar: Calendar,
  star: Star,
  users: Users,
  'panel-top': PanelTop,
};

/** An icon by its name in `icons` of the contract; a plain one for any other name. */
export function Icon({ name, size }: { name: string; size: number }) {
  const Drawing = Object.hasOwn(icons, name) ? icons[name as IconName] : PanelTop;
  return <Drawing size={size} aria-hidden="true" />;
}
