<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.8" tiledversion="1.8.2" name="terrain" tilewidth="112" tileheight="128" tilecount="8" columns="8">
 <image source="terrain.png" width="896" height="128"/>
 <tile id="0">
  <properties>
   <property name="code" value="clear"/>
  </properties>
 </tile>
 <tile id="1">
  <properties>
   <property name="code" value="forest"/>
  </properties>
 </tile>
 <tile id="2">
  <properties>
   <property name="code" value="hills"/>
  </properties>
 </tile>
 <tile id="3">
  <properties>
   <property name="code" value="mountain"/>
  </properties>
 </tile>
 <tile id="4">
  <properties>
   <property name="code" value="swamp"/>
  </properties>
 </tile>
 <tile id="5">
  <properties>
   <property name="code" value="sea"/>
  </properties>
 </tile>
 <tile id="6">
  <properties>
   <property name="code" value="offmap"/>
  </properties>
 </tile>
 <tile id="7">
  <properties>
   <property name="code" value="lake"/>
  </properties>
 </tile>
</tileset>
