import * as texts from '#strings/settings';
import { PageHeader } from '#ui/page-header';
import { PasswordCard } from './password-card';
import { ProfileCard } from './profile-card';

export function SettingsScreen() {
  return (
    <>
      <PageHeader title={texts.title} subtitle={texts.subtitle} />
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <ProfileCard />
        <PasswordCard />
      </div>
    </>
  );
}
