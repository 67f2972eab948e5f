import type { Guides } from './shape.ts'

const SWITCH = 'Turn the app on. When the system asks whether it may add a VPN, choose **Allow**'
const LIGHT =
  'Come back to this site: the light under **Connect** turns green once you are connected'

/** The guides in English. */
export const guides: Guides = {
  category: 'Connect a device',
  guides: {
    apple: {
      title: 'iPhone and iPad',
      lines: [
        '1. Install **Shadowrocket** (paid), **Hiddify** (free) or **Stash** (paid) from the App Store. If you cannot find them, your Apple account belongs to a country where they are not offered',
        '2. Open this site in Safari on the device, tap **Connect**, choose the app and tap **Import**',
        '3. When Safari asks whether to open the app, choose **Open**',
        `4. ${SWITCH}, and enter your passcode`,
        `5. ${LIGHT}`,
        '',
        'Nothing happens? Check that the app is installed. If it is, tap **Copy link**, then + in the app, and paste the link as a subscription.',
      ],
    },
    android: {
      title: 'Android phones and tablets',
      lines: [
        '1. Install **Clash Meta**, **Hiddify**, **sing-box** or **v2rayNG**. If there are several files, choose the APK with `arm64` or `universal` in its name',
        '2. If Android warns of an unknown source, allow the browser to install apps',
        '3. Open this site, tap **Connect**, choose the app and tap **Import**; then save in the app',
        `4. ${SWITCH}`,
        `5. ${LIGHT}`,
        '',
        'Does it often disconnect? In the phone’s settings, set the app’s battery use to unrestricted.',
      ],
    },
    windows: {
      title: 'Windows',
      lines: [
        '1. Download and install **Clash Verge Rev**, **Hiddify**, **sing-box** or **v2rayN** (most computers need the file with `x64` or `64` in its name)',
        '2. Open this site on the computer, press **Connect**, choose the app and press **Import**. Let the browser open the app',
        '3. In Clash Verge Rev select the new profile, then turn on the system proxy in its settings; in Hiddify press the large button, in sing-box the start button. v2rayN has no import: press **Copy link**, add it there as a subscription group, update the subscription and turn on the system proxy',
        `4. ${LIGHT}`,
        '',
        'Nothing happens? Press **Copy link** and paste it into the app as a profile.',
      ],
    },
    mac: {
      title: 'Mac',
      lines: [
        '1. Download **Clash Verge Rev**, **Hiddify**, **sing-box** (the file with `SFM`) or **v2rayN**: the file with `aarch64` or `arm64` for Apple silicon, with `x64` for Intel. Drag it to Applications',
        '2. If macOS refuses to open it, go to System Settings → Privacy & Security and choose “Open Anyway”',
        '3. Open this site on the Mac, press **Connect**, choose the app and press **Import**',
        '4. Turn on the system proxy in the app, or press its large button. For v2rayN press **Copy link** instead, and add it there as a subscription group',
        `5. ${LIGHT}`,
      ],
    },
    linux: {
      title: 'Linux',
      lines: [
        '1. Download and install **Clash Verge Rev**, **sing-box** or **v2rayN** (`.deb` or `.rpm`), or **Hiddify** (AppImage)',
        '2. Open this site, press **Connect**, choose the app and press **Import**. If the browser cannot open the app, press **Copy link** and paste it into the app as a profile',
        '3. Turn on the system proxy in the app',
        `4. ${LIGHT}`,
      ],
    },
    router: {
      title: 'Routers (OpenWrt)',
      lines: [
        '1. Install **OpenClash** on the router',
        '2. Open this site, press **Connect**, **Another device**, and choose the router. Press **Copy link**',
        '3. In OpenClash add a subscription, paste the link, save and update',
        '4. Start OpenClash. Every device behind the router is then connected',
        `5. ${LIGHT}`,
      ],
    },
    trouble: {
      title: 'It does not connect',
      lines: [
        'First press **Cannot connect? Check now** on your account: within half a minute it usually names the cause.',
        '',
        '| What you see | What to look at |',
        '| --- | --- |',
        '| No server connects | Whether the account has expired or its traffic is used up; whether the app is turned on |',
        '| One server does not connect | Whether the announcements mention it; otherwise choose another server |',
        '| It worked before | Update the subscription in the app; import again if you changed the password |',
        '| It fails on one Wi-Fi | Try mobile data |',
        '| It connects, but is slow | Choose a server that is closer |',
        '| The app says the time is wrong | Set the device’s time to automatic |',
        '',
        'If it still does not connect, write to us under **Messages**: which device, which app, and what the screen says.',
      ],
    },
  },
}
