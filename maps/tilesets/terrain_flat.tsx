<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.8" tiledversion="1.8.2" name="terrain_flat" tilewidth="64" tileheight="56" tilecount="9" columns="9">
 <image source="terrain_flat.png" width="576" height="56"/>
 <tile id="0">
  <properties>
   <property name="code" value="clear"/>
  </properties>
 </tile>
 <tile id="1">
  <properties>
   <property name="code" value="woods"/>
  </properties>
 </tile>
 <tile id="2">
  <properties>
   <property name="code" value="marsh"/>
  </properties>
 </tile>
 <tile id="3">
  <properties>
   <property name="code" value="rough"/>
  </properties>
 </tile>
 <tile id="4">
  <properties>
   <property name="code" value="mountain"/>
  </properties>
 </tile>
 <tile id="5">
  <properties>
   <property name="code" value="desert_steppe"/>
  </properties>
 </tile>
 <tile id="6">
  <properties>
   <property name="code" value="sea"/>
  </properties>
 </tile>
 <tile id="7">
  <properties>
   <property name="code" value="lake"/>
  </properties>
 </tile>
 <tile id="8">
  <properties>
   <property name="code" value="offmap"/>
  </properties>
 </tile>
</tileset>
